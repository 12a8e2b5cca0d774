/** A failure that its message alone explains, to those who run the program; shown without a stack. */
export class ExplainedError extends Error {}
