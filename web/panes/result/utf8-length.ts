/** Bytes of a text in UTF-8, without encoding it. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && text.charCodeAt(at + 1) >> 10 === 0x37) {
      bytes += 4;
      at++;
    } else bytes += 3;
  }
  return bytes;
}
