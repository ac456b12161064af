import re
from collections import Counter

text = '{text}'
top = {top}
min_length = {min_length}

words = [word for word in re.findall(r'\w+', text.lower()) if len(word) >= min_length]
for word, count in Counter(words).most_common(top):
    print(f'{{count}}\t{{word}}')
