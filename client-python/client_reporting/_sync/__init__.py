# Made from `_async` by `python client-python/make_sync.py`. Do not edit.
