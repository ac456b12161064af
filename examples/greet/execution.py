name = '{name}'
name = (name or '').strip()
if not name:
    print('Hello!')
else:
    # Doubled braces reach Python as an f-string's own.
    print(f'Hello, {{name}}!')
