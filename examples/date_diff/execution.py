from datetime import date, timedelta

start = date.fromisoformat('{start}')
end = date.fromisoformat('{end}')
unit = '{unit}'

days = (end - start).days
if unit == 'days':
    print(f'{{days}} days')
elif unit == 'weeks':
    print(f'{{days / 7:.4g}} weeks')
else:
    sign = 1 if days >= 0 else -1
    first = min(start, end)
    working = sum((first + timedelta(step)).weekday() < 5 for step in range(abs(days)))
    print(f'{{sign * working}} working days')
