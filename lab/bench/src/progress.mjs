const began = performance.now();

/** One line per step, with the time since the start. @param {string} step */
export function say(step) {
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, '0')}  ${step}`,
  );
}
