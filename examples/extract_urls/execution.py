import re

text = '{text}'
unique = {unique}

found = [match.rstrip('.,;:!?') for match in re.findall(r"https?://[^\s<>\"'()\[\]]+", text)]
if unique:
    found = list(dict.fromkeys(found))
print('\n'.join(found) if found else 'No address found')
