"""The documentation site: hand-written pages of docs/ and a page for every record, in English and Chinese.

    python -m website build/docs

writes Markdown and a configuration for each language; `make docs` turns them into pages.
"""
