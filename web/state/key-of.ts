interface Pressed {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * A key press as commands name theirs: `Mod+Enter`, `Alt+1`, `/`. Mod is Ctrl or ⌘. Digits and letters
 * with Alt are read from the key's place, because there a keyboard may type other signs.
 */
export const keyOf = (event: Pressed): string => {
  const place = /^(?:Digit|Key)(.)$/.exec(event.code)?.[1];
  const sign = event.altKey && place ? place : event.key;
  const key = sign.length === 1 ? sign.toUpperCase() : sign;
  const letter = /^[A-Z0-9]$/.test(key);
  const held = [
    event.ctrlKey || event.metaKey ? 'Mod+' : '',
    event.altKey ? 'Alt+' : '',
    // Of other signs Shift is a part: "?" is Shift and "/".
    event.shiftKey && (letter || key.length > 1) ? 'Shift+' : '',
  ];
  return held.join('') + key;
};
