import type { PythonJob } from '../../shared/tool/job.ts';

/** Whether the author's code runs; reading a script and filling a template end soon by themselves. */
export const runsCode = ({ task }: PythonJob): boolean => task === 'call' || task === 'template';
