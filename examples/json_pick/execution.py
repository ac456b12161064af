import json
import re

document = json.loads('{json_text}')
path = '{path}'

values = [document]
many = False
for key, index in re.findall(r'([^.\[\]]+)|\[(\d+|\*)\]', path):
    step = key or f'[{{index}}]'
    try:
        if index == '*':
            many = True
            values = [item for value in values for item in value]
        else:
            values = [value[int(index) if index else key] for value in values]
    except (KeyError, IndexError, TypeError):
        raise LookupError(f'nothing at "{{step}}" of the path "{{path}}"') from None
print(json.dumps(values if many else values[0], ensure_ascii=False, indent=2))
