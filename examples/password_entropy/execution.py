import math
import string

password = '{password}'

kinds = {{
    'lower case': string.ascii_lowercase,
    'upper case': string.ascii_uppercase,
    'digits': string.digits,
    'punctuation': string.punctuation + ' ',
}}
used = {{name: chars for name, chars in kinds.items() if any(c in chars for c in password)}}
pool = sum(len(chars) for chars in used.values())
if any(not c.isascii() for c in password):
    pool += 100
# A repeated character adds little, so the different ones count in full and the rest by half.
length = len(set(password)) + (len(password) - len(set(password))) / 2
bits = length * math.log2(pool) if pool else 0
verdict = 'weak' if bits < 50 else 'fair' if bits < 75 else 'strong'
print(f'{{bits:.0f}} bits: {{verdict}}')
print('uses: ' + (', '.join(used) or 'nothing'))
