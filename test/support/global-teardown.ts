export default async function globalTeardown(): Promise<void> {
  await (globalThis as unknown as { stopShared: () => Promise<void> }).stopShared();
}
