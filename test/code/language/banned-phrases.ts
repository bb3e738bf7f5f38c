/** Phrases that make a reader stop, each with a replacement. A space matches any white space. */
export const BANNED_PHRASES: readonly (readonly [phrase: RegExp, replacement: string])[] = [
  [
    /\b(?:nobody|somebody|everybody|anybody|no one|someone|everyone|anyone)\b/,
    'name the actor, or write "none" or "null"',
  ],
  [/\b(?:who|whom|what|which|where)(?:so)?ever\b/, 'name it: "any caller", "any row"'],
  [/\bwhom\b/, 'name the person'],
  [
    /(?<!\b(?:users?|administrators?|customers?|callers?|persons?|people|engineers?|developers?|attackers?|members?|guests?|operators?|readers?|owners?) )who\b/,
    '"a caller that …", "an administrator who …"',
  ],
  [/\b(?:tells?|telling|told|says?|saying|said)\b/, 'returns, reports, states, shows, sends'],
  [
    /\b(?:is|are|was|were|be|been|being|gets?) (?:asked|heard|spoken|looked (?:for|at)|thought up|made of|let go|given (?:back|up)|taken back|kept apart)\b/,
    'requested, queried, released, returned, reverted',
  ],
  [
    /\bwhat (?:is|was|are|were|has|had|have|they|it|its|others?|one|stands?|comes?|came|goes|went|follows?|happens?|differs?|belongs?|must|may|can|cannot|could|does|did|makes?|needs?|v1|an?|the \w+ (?:has|have|had|is|was|are|were))\b/,
    'name the thing: "the rows", "the response", "the lock"',
  ],
  [/\b(?:of|by|in|with|from|to|for|on|at|about|as|than) what\b/, 'name the thing'],
  [/\bof which\b/, 'split the sentence'],
  [/\bthose (?:that|who|which)\b/, 'repeat the noun'],
  [/\bthe one (?:that|who|which|of)\b/, 'repeat the noun'],
  [/\banew\b/, 'again'],
  [/\b(?:as ever|for ever|no more|any ?more)\b/, 'as before, forever, no longer'],
  [/\bmeanwhile\b/, 'in the meantime, at the same time'],
  [/\b(?:therefore|thereby|thereof|hence)\b/, 'so'],
  [/\bbesides?\b/, 'next to, except, and'],
  [/\bmend(?:s|ed|ing)?\b/, 'fix, repair, correct'],
  [/\b(?:in the place of|in its place|takes? the place)\b/, 'instead of, replaces'],
  [/\bas good as\b/, 'equal to, almost'],
  [/\bat the (?:most|least)\b/, 'at most, at least'],
  [/\bbe it\b/, 'whether'],
  [/\bas far as\b/, 'if, up to'],
  [/\bso many\b/, 'write the number or its name'],
  [/\b(?:lets?|letting) go\b/, 'release'],
  [/\b(?:gives?|gave|given|giving) up\b/, 'cancel, stop'],
  [/\b(?:gives?|gave|giving|takes?|took) back\b/, 'return, release, refund, revert'],
  [/\bhand(?:s|ed|ing)? out\b/, 'dispatch, deliver'],
  [/\b(?:comes?|came|coming) (?:to|of)\b/, 'equals, reaches, follows from'],
  [/\b(?:became?|become|becomes) of\b/, 'the result of, the state of'],
  [/\b(?:goes|went) by\b/, 'uses, passes'],
  [/\bstands? (?:for|in|there)\b/, 'represents, is in'],
  [/\bhas (?:its|it)\b/, 'use the verb of the field'],
  [/\bdoes it with\b/, 'uses'],
  [
    /\b(?:is|are|was|were) (?:there|gone|away|over|due|good|one|theirs|ours|its own)\b(?! (?:is|are|an?|no)\b)/,
    'exists, is deleted, is unavailable, is expired, is valid',
  ],
  [/\bof (?:its|their|our) own\b/, 'its own, separate'],
  [/\b(?:piece|parcel)s?\b/, 'quantity, items; fulfillment'],
  [
    /\bit is (?:\w+ed|known|found|seen|written|read|kept|taken|made|done|sent|given|held)\b/,
    'name the part that does it',
  ],
  [
    /\bwhere (?:it|there|that|nothing|none|no|they|this|one|an?|the \w+) (?:is|are|was|were|has|have|had|can|cannot|may|does|do|did|fails?|\w+s)\b/,
    'if, when',
  ],
]

/** Texts that clients of Medusa v1 match on, and words that are meant literally. */
export const ALLOWED_TEXTS: readonly RegExp[] = []
