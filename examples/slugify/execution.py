import re
import unicodedata

text = '{text}'
separator = '{separator}'
max_length = {max_length}

# Decomposing splits letters from their accents, which are then not ASCII.
plain = unicodedata.normalize('NFKD', text).encode('ascii', 'ignore').decode()
words = re.findall(r'[a-z0-9]+', plain.lower())
if not words:
    raise ValueError('text holds no letter or digit that can be kept')
while len(words) > 1 and len(separator.join(words)) > max_length:
    words.pop()
print(separator.join(words)[:max_length])
