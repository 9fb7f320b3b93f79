// How times, durations and amounts are written.

const two = (number) => String(number).padStart(2, '0');

export function clock(at) {
  if (!at) return '–';
  const time = new Date(at);
  const day = time.toDateString() === new Date().toDateString() ? '' : `${time.getMonth() + 1}/${time.getDate()} `;
  return `${day}${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** As Slurm writes it: 1-02:03:04. */
export function duration(seconds) {
  if (seconds === null || seconds === undefined || Number.isNaN(seconds)) return '–';
  const all = Math.max(0, Math.round(seconds));
  const days = Math.floor(all / 86_400);
  const hours = Math.floor(all / 3600) % 24;
  const text = `${two(Math.floor(all / 60) % 60)}:${two(all % 60)}`;
  return days ? `${days}-${two(hours)}:${text}` : hours ? `${hours}:${text}` : text;
}

export const between = (from, to) => (from ? (new Date(to ?? Date.now()) - new Date(from)) / 1000 : null);

export function amount(value, unit, digits = 3) {
  if (value === null || value === undefined) return '–';
  const steps = ['', 'k', 'M', 'G', 'T'];
  let step = 0;
  let left = Math.abs(value);
  while (left >= 1000 && step < steps.length - 1) {
    left /= 1000;
    step++;
  }
  const text = step === 0 && Number.isInteger(left) ? String(left) : left.toPrecision(digits);
  return `${value < 0 ? '−' : ''}${text} ${steps[step]}${unit}`;
}

export const watts = (value) => amount(value, 'W');
export const joules = (value) => amount(value, 'J');
export const bytes = (value) => amount(value, 'B');
export const memory = (megabytes) => amount(megabytes * 1024 * 1024, 'B');
export const number = (value) => (value ?? 0).toLocaleString('en-US');
export const exit = (status) => (status ? `${status.code}:${status.signal}` : '–');

/** The number of a job of a queue or of accounting, as Slurm writes it. */
export function shownId(job) {
  const array = job.array;
  if (!array) return String(job.job);
  if (array.index !== null && array.index !== undefined) return `${array.job}_${array.index}`;
  return array.waiting ? `${job.job}_[${array.waiting}]` : String(job.job);
}

/** Where a job's page is. */
export const jobLink = (job) => `#/job/${encodeURIComponent(String(job))}`;
export const nodeLink = (node) => `#/node/${encodeURIComponent(node)}`;
