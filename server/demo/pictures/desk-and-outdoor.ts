import { BRASS, darken, LEATHER, lighten, PAPER } from './colours.ts'
import { circle, ellipse, flatShadow, group, line, path, pattern, rect, scene, shadow } from './shapes.ts'

export function drawNotebook(colour: string): string {
  return scene(
    '#e7dfd6',
    'hanging',
    pattern('dots', [24, 24], circle(12, 12, 2, '#9aa0a6')),
    group(
      'rotate(-7 400 400)',
      rect([252, 176, 330, 470, 14], '#2b2118', { opacity: 0.13, transform: 'translate(14 18)' }),
      rect([262, 176, 326, 462, 8], PAPER),
      rect([262, 176, 326, 462, 8], 'url(#dots)'),
      rect([240, 166, 326, 470, 14], colour),
      rect([240, 166, 44, 470, 14], darken(colour, 0.18)),
      rect([512, 166, 16, 470], darken(colour, 0.3)),
      rect([330, 250, 140, 66, 6], PAPER),
      line('M350 276 H450 M364 296 H436', darken(colour, 0.1), 6),
      path('M400 636 V690 L414 676 L428 690 V636 Z', lighten(colour, 0.34)),
    ),
  )
}

export function drawPen(): string {
  const light = lighten(BRASS, 0.34)
  return scene(
    '#d8dbd9',
    'hanging',
    rect([170, 520, 330, 120, 10], PAPER, { transform: 'rotate(-12 330 580)' }),
    line('M200 560 C250 520 270 600 320 556 S400 560 440 520', '#33415c', 5, { transform: 'rotate(-6 330 580)' }),
    group(
      'rotate(-42 400 400)',
      rect([130, 382, 540, 58, 29], '#2b2118', { opacity: 0.14, transform: 'translate(6 22)' }),
      path('M120 400 L84 410 L120 420 Z', '#8d8f92'),
      path('M190 371 L116 396 V424 L190 449 Z', darken(BRASS, 0.16)),
      rect([190, 371, 380, 78, 8], BRASS),
      rect([190, 380, 380, 18, 9], light),
      rect([196, 371, 12, 78], darken(BRASS, 0.26)) + rect([470, 371, 12, 78], darken(BRASS, 0.26)),
      rect([570, 383, 74, 54, 10], darken(BRASS, 0.1)),
      rect([644, 396, 44, 28, 12], light),
      rect([452, 350, 180, 18, 9], darken(BRASS, 0.2)),
      line('M250 424 H300 M312 424 H338', darken(BRASS, 0.36), 5),
    ),
  )
}

export function drawBackpack(colour: string): string {
  const dark = darken(colour, 0.22)
  const strap = (x: number) =>
    rect([x, 270, 34, 250, 8], LEATHER) + rect([x - 6, 440, 46, 40, 8], BRASS) + rect([x + 4, 450, 26, 20, 4], LEATHER)
  return scene(
    '#dfd9cc',
    'standing',
    shadow(400, 656, 210),
    line('M350 176 C350 120 450 120 450 176', LEATHER, 18),
    path(
      'M238 640 C214 520 206 330 250 240 C280 190 520 190 550 240 C594 330 586 520 562 640 C540 660 260 660 238 640 Z',
      colour,
    ),
    path(
      'M238 640 C214 520 206 330 250 240 C262 220 290 208 326 202 C282 300 280 520 300 655 C268 652 246 648 238 640 Z',
      lighten(colour, 0.14),
    ),
    rect([268, 452, 264, 180, 26], dark),
    rect([280, 464, 240, 156, 20], lighten(colour, 0.06)),
    path(
      'M232 372 C236 300 240 262 256 238 C286 190 514 190 544 238 C560 262 564 300 568 372 C560 404 240 404 232 372 Z',
      dark,
    ),
    line('M250 366 C300 384 500 384 550 366', lighten(colour, 0.3), 3, { 'stroke-dasharray': '9 6' }),
    strap(300) + strap(466),
    rect([372, 236, 56, 36, 6], LEATHER),
  )
}

export function drawBlanket(colour: string, weave: string): string {
  const tartan =
    rect([0, 0, 60, 60], colour) +
    rect([0, 8, 60, 18], '#33415c', { opacity: 0.5 }) +
    rect([8, 0, 18, 60], '#33415c', { opacity: 0.5 }) +
    line('M0 44 H60 M44 0 V60', '#f1e7d0', 3)
  const herringbone =
    rect([0, 0, 40, 20], colour) + line('M0 0 L20 20 L40 0 M0 -20 L20 0 L40 -20 M0 20 L20 40 L40 20', '#e5e1d6', 4)
  const roll = 'M170 420 C170 350 210 320 250 320 H590 V560 H250 C210 560 170 510 170 440 Z'
  return scene(
    '#d5dccb',
    'standing',
    pattern('weave', weave === 'Tartan' ? [60, 60] : [40, 20], weave === 'Tartan' ? tartan : herringbone),
    shadow(400, 600, 260),
    rect([170, 330, 440, 250, 60], '#2b2118', { opacity: 0.1, transform: 'translate(6 14)' }),
    path(roll, 'url(#weave)'),
    rect([190, 520, 400, 50, 25], '#000000', { opacity: 0.12 }),
    ellipse([590, 440, 62, 122], lighten(colour, 0.2)),
    ellipse([590, 440, 62, 122], 'url(#weave)', { opacity: 0.6 }),
    line('M590 440 C610 440 616 400 590 388 C556 380 548 470 584 502 C620 520 634 420 606 356', darken(colour, 0.4), 6),
    rect([270, 314, 38, 256, 10], LEATHER) + rect([460, 314, 38, 256, 10], LEATHER),
    rect([264, 400, 50, 40, 8], BRASS) + rect([454, 400, 50, 40, 8], BRASS),
    line('M289 316 C300 240 466 240 478 316', LEATHER, 22),
  )
}

export function drawGiftCard(): string {
  const card =
    'M166 268 C166 246 182 230 204 230 H596 C618 230 634 246 634 268 V520 C634 542 618 558 596 558 H204 C182 558 166 542 166 520 Z'
  return scene(
    '#e8d9d2',
    'hanging',
    group(
      'rotate(-6 400 400)',
      flatShadow(card),
      path(card, '#33415c'),
      path('M166 268 C166 246 182 230 204 230 H420 L240 558 H204 C182 558 166 542 166 520 Z', lighten('#33415c', 0.1)),
      rect([470, 230, 44, 328], '#c7794b'),
      rect([166, 372, 468, 44], '#c7794b'),
      path('M492 394 C440 300 380 330 400 366 C416 392 460 396 492 394 Z', '#d98f60'),
      path('M492 394 C544 300 604 330 584 366 C568 392 524 396 492 394 Z', '#d98f60'),
      path(
        'M492 394 C460 430 440 452 420 470 L458 474 C476 450 486 424 492 394 Z M492 394 C524 430 544 452 564 470 L526 474 C508 450 498 424 492 394 Z',
        '#b4603a',
      ),
      circle(492, 394, 22, '#b4603a'),
      line('M204 500 H330 M204 526 H290', PAPER, 9),
      circle(222, 284, 20, BRASS) + line('M254 284 H330', PAPER, 9),
    ),
  )
}
