/** Faults that change no answer, and why. */
export const equivalents: { before: string; after: string; reason: string }[] = [
  {
    before: "const byDate = key === 'scheduled_payment_on';",
    after: "const byDate = key !== 'scheduled_payment_on';",
    reason: 'The range is filtered outside of the fence too. Inside it only saves reading.',
  },
  {
    before: "weighted_activity: 'coalesce(activity, 0) * (tracked_minutes - manual_minutes)',",
    after: "weighted_activity: 'coalesce(activity, 1) * (tracked_minutes - manual_minutes)',",
    reason: 'The activity is unknown only where no minutes are the tracker’s, by a constraint.',
  },
];
