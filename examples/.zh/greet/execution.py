name = '{name}'
name = (name or '').strip()
if not name:
    print('你好!')
else:
    # Doubled braces reach Python as an f-string's own.
    print(f'你好,{{name}}!')
