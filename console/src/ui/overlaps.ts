/** When an earlier secret ends after a rotation, in hours. */
export const overlaps = [
  { value: '0', label: 'Right away' },
  { value: '1', label: 'After 1 hour' },
  { value: '24', label: 'After 24 hours' },
  { value: '72', label: 'After 3 days' },
  { value: '168', label: 'After 7 days' },
];
