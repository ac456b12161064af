/** What a renderer gives back: something that draws itself in lines of at most `width` columns. */
export interface Component {
  render(width: number): string[];
}
