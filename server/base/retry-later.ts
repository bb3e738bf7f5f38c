/** The job failed because of another system, and a retry can succeed. */
export class RetryLater extends Error {}
