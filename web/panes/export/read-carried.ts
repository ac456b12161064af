const addresses = import.meta.glob<string>('../../../dist/carried/*.*', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** One of Lathe's own files that tools take along. Rejects where it cannot be had. */
export async function readCarried(name: string): Promise<string> {
  const address = addresses[`../../../dist/carried/${name}`];
  const answer = address === undefined ? undefined : await fetch(address);
  if (!answer?.ok)
    throw new Error(`"${name}" is not there; run "npm run build" and load the page anew`);
  return answer.text();
}
