import { places } from './environment.ts';

/** The password file of a box, with its one user. */
export const passwd = `lathe:x:1000:1000::${places.home}:/bin/bash\n`;
