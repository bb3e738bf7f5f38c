/** The job failed because of another system and can succeed later. */
export class RetryLater extends Error {}
