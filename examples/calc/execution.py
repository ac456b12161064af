import operator

a = {a}
op = '{op}'
b = {b}

# A dict's braces are doubled, since single ones are placeholders.
ops = {{'+': operator.add, '-': operator.sub, '*': operator.mul, '/': operator.truediv}}
if op not in ops:
    raise ValueError('op must be one of + - * /')
print(ops[op](a, b))
