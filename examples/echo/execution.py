text = '{text}'
print(text)
