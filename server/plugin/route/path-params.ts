/** The parameters of a path: `{ handle: string }` for `/products/:handle`, and `{ path: string[] }` for `/shop/*path`. */
export type PathParams<Path extends string> = Path extends `${infer First}/${infer Others}`
  ? SegmentParams<First> & PathParams<Others>
  : SegmentParams<Path>

type SegmentParams<Segment extends string> = Segment extends `:${infer Name}.${string}`
  ? { [Key in Name]: string }
  : Segment extends `:${infer Name}`
    ? { [Key in Name]: string }
    : Segment extends `*${infer Name}`
      ? { [Key in Name]: string[] }
      : object
