/** Where the SVG of a tool's icon is served, or undefined for what is no plain file name of an SVG. */
export const iconAddress = (icon: string | undefined): string | undefined =>
  icon !== undefined && /^[\w-][\w.-]*\.svg$/.test(icon) ? `/static/icons/${icon}` : undefined;
