/** Somebody else is at fault, and may do better the next time. */
export class RetryLater extends Error {}
