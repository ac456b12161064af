records = {records}
columns = {columns}

if not columns:
    keys = dict.fromkeys(key for record in records for key in record)
    columns = [dict(key=key) for key in keys]


def cell(value):
    if value is None:
        return ''
    if isinstance(value, bool):
        return 'yes' if value else 'no'
    return str(value).replace('|', '\\|').replace('\n', ' ')


def line(cells):
    print('| ' + ' | '.join(cells) + ' |')


rules = {{'left': '---', 'right': '---:', 'center': ':---:'}}
line(cell(column.get('title', column['key'])) for column in columns)
line(rules[column.get('align', 'left')] for column in columns)
for record in records:
    line(cell(record.get(column['key'])) for column in columns)
