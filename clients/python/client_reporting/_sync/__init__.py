# Made from `_async` by `python clients/python/generate.py`. Do not edit.
