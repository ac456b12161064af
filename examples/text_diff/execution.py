import difflib

before = '{before}'.splitlines()
after = '{after}'.splitlines()
context = {context}

lines = list(difflib.unified_diff(before, after, 'before', 'after', lineterm='', n=context))
print('\n'.join(lines) if lines else 'No difference')
