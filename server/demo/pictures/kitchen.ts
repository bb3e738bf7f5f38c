import { darken, lighten, PAPER, WOOD } from './colours.ts'
import { circle, ellipse, flatShadow, group, line, path, pattern, rect, scene, shadow } from './shapes.ts'

export function drawMug(colour: string): string {
  const clay = '#c9a98a'
  return scene(
    '#e6dacb',
    'standing',
    shadow(400, 640, 190),
    line('M520 372 C640 350 640 556 506 548', darken(colour, 0.12), 40),
    line('M520 372 C626 352 626 552 506 546', lighten(colour, 0.14), 16),
    path('M262 300 H538 L528 600 C524 634 500 644 470 644 H330 C300 644 276 634 272 600 Z', clay),
    path('M262 300 H538 L530 560 C500 586 470 556 440 574 C408 592 370 560 338 576 C310 590 286 580 270 560 Z', colour),
    path('M262 300 H330 C326 400 328 500 338 576 C310 590 286 580 270 560 Z', lighten(colour, 0.16)),
    ellipse([400, 300, 138, 30], darken(colour, 0.1)),
    ellipse([400, 304, 118, 22], '#4a3427'),
    ellipse([380, 300, 60, 8], '#6d4f3c'),
  )
}

export function drawBoard(): string {
  const board =
    'M0 60 C0 20 30 0 70 0 H250 C292 0 322 24 320 66 L312 330 C310 380 280 400 236 400 H84 C40 400 12 378 10 334 Z'
  const grain = (y: number) => `M24 ${y} C90 ${y - 26} 150 ${y + 30} 210 ${y} S290 ${y - 16} 304 ${y - 8}`
  const cut = (transform: string, colour: string) =>
    group(
      transform,
      path(board, '#2b2118', { opacity: 0.14, transform: 'translate(12 16)' }),
      path(board, colour),
      line([80, 130, 176, 228, 280, 336].map(grain).join(' '), darken(colour, 0.2), 5),
      line([104, 204, 306].map(grain).join(' '), lighten(colour, 0.24), 4),
      ellipse([118, 250, 26, 14], darken(colour, 0.26)),
      circle(160, 46, 18, darken(colour, 0.46)),
    )
  return scene(
    '#e4e0d4',
    'hanging',
    cut('translate(190 150) rotate(-5) scale(1.12 1.2)', '#a9793f'),
    cut('translate(420 350) rotate(6) scale(.82)', '#c39255'),
  )
}

export function drawKettle(colour: string): string {
  const dark = darken(colour, 0.16)
  return scene(
    '#dfe1d8',
    'standing',
    shadow(400, 640, 220),
    line('M300 330 C290 170 510 170 500 330', '#3b3f42', 16),
    line('M352 222 C380 208 420 208 448 222', WOOD, 34),
    path('M560 470 C640 440 640 350 690 330 L712 356 C676 400 668 520 570 560 Z', dark),
    path(
      'M230 520 C230 390 306 320 400 320 C494 320 570 390 570 520 C570 590 560 640 520 640 H280 C240 640 230 590 230 520 Z',
      colour,
    ),
    path(
      'M230 520 C230 412 282 346 352 326 C306 392 292 500 304 640 H280 C240 640 230 590 230 520 Z',
      lighten(colour, 0.26),
    ),
    rect([244, 616, 312, 26, 12], '#3b3f42'),
    path('M310 344 C330 306 470 306 490 344 C460 356 340 356 310 344 Z', dark),
    line('M312 344 C340 356 460 356 488 344', '#3b3f42', 6),
    circle(400, 300, 20, WOOD),
  )
}

export function drawTowels(colour: string, weave: string): string {
  const checks = rect([0, 0, 36, 18], colour, { opacity: 0.45 }) + rect([0, 0, 18, 36], colour, { opacity: 0.45 })
  const stripes = rect([0, 0, 12, 36], colour) + rect([20, 0, 4, 36], colour)
  const folded = 'M0 26 C0 8 12 0 28 0 H332 C348 0 360 8 360 26 V92 C360 108 348 116 332 116 H28 C12 116 0 108 0 92 Z'
  const towel = (transform: string) =>
    group(
      transform,
      path(folded, '#2b2118', { opacity: 0.12, transform: 'translate(6 14)' }),
      path(folded, PAPER),
      path(folded, 'url(#weave)'),
      line('M4 40 H356 M4 78 H356', darken(PAPER, 0.2), 3),
      path('M0 26 C0 8 12 0 28 0 H60 C40 30 40 86 60 116 H28 C12 116 0 108 0 92 Z', '#ffffff', { opacity: 0.3 }),
    )
  return scene(
    '#e8ddd4',
    'standing',
    pattern('weave', [36, 36], weave === 'Check' ? checks : stripes),
    shadow(400, 652, 230),
    towel('translate(210 530)'),
    towel('translate(226 412)'),
    line('M560 430 C600 430 604 470 566 474', darken(colour, 0.1), 8),
  )
}

export function drawCampSet(colour: string): string {
  const rim = '#34373b'
  const dish = (d: string) => flatShadow(d) + path(d, colour)
  return scene(
    '#d9dfd2',
    'standing',
    shadow(400, 654, 270),
    ellipse([400, 620, 270, 40], darken(colour, 0.12)),
    ellipse([400, 606, 270, 40], colour, { stroke: rim, 'stroke-width': 8 }),
    ellipse([400, 606, 190, 24], darken(colour, 0.08)),
    dish('M196 476 H480 C476 560 440 604 338 604 C236 604 200 560 196 476 Z'),
    path('M196 476 H270 C272 540 290 590 338 604 C236 604 200 560 196 476 Z', lighten(colour, 0.3)),
    ellipse([338, 476, 142, 22], darken(colour, 0.14), { stroke: rim, 'stroke-width': 8 }),
    line('M580 400 C660 390 660 512 574 510', colour, 22),
    dish('M424 366 H590 L582 560 C580 586 566 596 540 596 H474 C448 596 434 586 432 560 Z'),
    path('M424 366 H470 L474 596 C448 596 434 586 432 560 Z', lighten(colour, 0.3)),
    ellipse([507, 366, 83, 16], darken(colour, 0.2), { stroke: rim, 'stroke-width': 8 }),
  )
}
