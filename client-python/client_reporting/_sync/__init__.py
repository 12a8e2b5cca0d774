# Made from `_async` by `python client-python/generate.py`. Do not edit.
