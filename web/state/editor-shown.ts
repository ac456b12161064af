/** The mark that the page's bench measures up to. */
const EDITOR_SHOWN = 'editor-shown';

let settle: () => void = () => undefined;

/**
 * Settles once the editor can be typed in, or after a while without one. What is heavy and can wait
 * (token counting, the palette) is fetched then, so that it does not stand in the editor's way.
 */
export const editorShown = new Promise<void>((done) => {
  settle = done;
  setTimeout(done, 15_000);
});

export const tellEditorShown = (): void => {
  performance.mark(EDITOR_SHOWN);
  // The first keys go before what is fetched next.
  setTimeout(settle, 500);
};
