import json
import re

pattern = '{pattern}'
text = '{text}'
flags = 0
for name in {flags}:
    flags |= getattr(re, name.upper())

try:
    matches = list(re.finditer(pattern, text, flags))
except re.error as error:
    raise ValueError(f'the pattern is wrong at position {{error.pos}}: {{error.msg}}') from None
for match in matches:
    row = {{'start': match.start(), 'end': match.end(), 'match': match.group(), 'groups': match.groups()}}
    print(json.dumps(row, ensure_ascii=False))
if not matches:
    print('No match')
