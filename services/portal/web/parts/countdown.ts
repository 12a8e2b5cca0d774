import { useEffect, useState } from 'preact/hooks';

/** Whole seconds until `at`, in milliseconds of the clock, counted down to 0. */
export function useCountdown(at: number | undefined): number {
  const secondsLeft = () => Math.max(0, Math.ceil(((at ?? 0) - Date.now()) / 1_000));
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    setLeft(secondsLeft());
    const timer = setInterval(() => setLeft(secondsLeft()), 500);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}
