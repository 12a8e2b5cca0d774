/** What it comes to, and how long that takes. */
export async function timed<Answer>(answer: Promise<Answer>): Promise<{ answer: Answer; seconds: number }> {
  const startedAt = performance.now();
  return { answer: await answer, seconds: (performance.now() - startedAt) / 1_000 };
}
