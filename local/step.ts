/** Says what is being done, and every two seconds for how long. */
export async function step<Result>(text: string, work: Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  console.log(`${text} ...`);
  const timer = setInterval(() => {
    console.log(`${text} ... ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }, 1_900);
  return work.finally(() => clearInterval(timer));
}
