/** A problem of the arguments or of a measured program. The command prints its message only. */
export class BenchProblem extends Error {}
