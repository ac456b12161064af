/** Why Python cannot run in this page where a file of it is missing. */
export const UNFETCHED = 'Python could not be fetched; start the runner, then run the tool again';
