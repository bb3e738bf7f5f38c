/**
 * An output schema for a procedure whose middleware replaces the result of the resolver. The schema checks the replaced result,
 * and the resolver returns `Result`.
 */
export function resolverOutput<Result, Output>(schema: { _output: Output }): { _input: Result; _output: Output }
export function resolverOutput(schema: object): object {
  return schema
}
