/** A failure to start that its message alone explains; shown as one line, without a stack. */
export class StartError extends Error {}
