import { type Area, area, type Drawing, ellipse, ink, inked, line, only, paper, polygon, rect } from './memeArea.ts';

/** A lecturer next to a board. */
const board: Drawing = {
  title: 'The lecture',
  height: 360,
  background: '#d8e2dc',
  areas: [
    area('#b7c9c0', rect(0, 300, 480, 60)),
    inked(paper, 6, rect(28, 24, 330, 226, 8)),
    area('#9d8189', rect(120, 250, 110, 10, 5)),
    area('#3d5a80', 'M360 360c0-70 20-116 62-116s58 46 58 116Z'),
    area(paper, polygon(408, 244, 436, 244, 422, 284)),
    area('#e63946', polygon(418, 252, 426, 252, 430, 288, 422, 300, 414, 288)),
    area('#f4c095', ellipse(421, 196, 34, 40), rect(410, 226, 22, 24, 6)),
    area(ink, 'M384 196c-6-52 22-62 44-58c26 4 34 26 28 58c-8-20-14-28-22-30c-16 8-34 4-50 30Z'),
    area(ink, ellipse(409, 200, 4), ellipse(433, 200, 4)),
    line(3, 'M410 216q11 8 22 0'),
    area('#3d5a80', 'M372 312c-22-10-32-30-34-52l16-6c6 18 14 26 26 30Z'),
    area('#f4c095', ellipse(345, 252, 11)),
    line(4, 'M345 250L306 214'),
  ],
  top: { x: 44, y: 38, width: 298, height: 130 },
  bottom: { x: 44, y: 172, width: 250, height: 66 },
};

/** A thinking cat. */
const cat: Drawing = {
  title: 'The cat thinks',
  height: 400,
  background: '#ffe5d9',
  areas: [
    area('#d8e2dc', rect(0, 320, 480, 80)),
    area('#9d8189', ellipse(350, 372, 112, 16)),
    inked('#f4a261', 5, 'M262 372c-14-70 20-120 88-120s102 50 88 120Z'),
    line(12, 'M432 360c44 4 44-58 20-66'),
    { ...line(5, 'M432 360c44 4 44-58 20-66'), stroke: '#f4a261', width: 8 },
    inked('#f4a261', 5, 'M282 232l4-58 36 22h56l36-22 4 58c0 42-30 66-68 66s-68-24-68-66Z'),
    area('#e76f51', polygon(292, 190, 294, 214, 308, 200), polygon(408, 190, 406, 214, 392, 200)),
    area('#e76f51', 'M344 200h12l-6 24Z', 'M322 204h9l-3 16Z', 'M369 204h9l-6 16Z'),
    inked(paper, 3, ellipse(324, 240, 15, 17), ellipse(376, 240, 15, 17)),
    area(ink, ellipse(320, 234, 7, 10), ellipse(372, 234, 7, 10)),
    area('#e63946', polygon(342, 260, 358, 260, 350, 269)),
    line(3, 'M350 269q-8 12-18 6M350 269q8 12 18 6M300 262l-34-6M300 270l-32 6M400 262l34-6M400 270l32 6'),
    inked('#f4a261', 4, ellipse(316, 366, 24, 14), ellipse(386, 366, 24, 14)),
    inked(paper, 4, ellipse(262, 212, 9), ellipse(238, 190, 14)),
    inked(
      paper,
      4,
      'M46 128c-34-4-40-58 2-66c-2-46 66-58 86-28c20-30 84-28 98 4c34-20 86-4 84 30c34 10 32 60-4 66c-6 36-70 46-94 22c-24 28-78 26-94 0c-28 20-76 6-78-28Z',
    ),
    ...only(
      'bottom',
      inked(paper, 4, 'M42 262h174q18 0 18 18v22l32-12-32 32v18q0 18-18 18H42q-18 0-18-18v-60q0-18 18-18Z'),
    ),
  ],
  top: { x: 56, y: 52, width: 236, height: 92 },
  bottom: { x: 38, y: 270, width: 184, height: 80 },
};

/** A signpost with two signs. */
const crossroads: Drawing = {
  title: 'Crossroads',
  height: 400,
  background: '#bde0fe',
  areas: [
    inked('#ffd166', 4, ellipse(412, 64, 34)),
    area(paper, 'M40 96c-2-26 32-34 46-14c16-22 54-10 50 14c16 2 16 24 0 24H42c-16 0-16-22-2-24Z'),
    area('#80b918', 'M0 312q120-54 250-20t230-24v132H0Z'),
    area('#d9ae94', 'M196 400q26-60-20-100l24-6q48 40 30 106Z', 'M300 400q-16-66 66-118l18 8q-60 50-40 110Z'),
    inked('#9c6644', 5, rect(226, 92, 26, 278, 6)),
    inked('#ffe8d6', 5, polygon(58, 168, 96, 118, 372, 118, 372, 218, 96, 218)),
    inked('#ffe8d6', 5, polygon(424, 284, 386, 234, 108, 234, 108, 334, 386, 334)),
    area('#9c6644', ellipse(354, 134, 4), ellipse(354, 202, 4), ellipse(124, 250, 4), ellipse(124, 318, 4)),
  ],
  top: { x: 98, y: 124, width: 250, height: 88 },
  bottom: { x: 136, y: 240, width: 250, height: 88 },
};

const person = (x: number, y: number, shirt: string): Area[] => [
  area(ink, rect(x - 22, y + 78, 18, 62, 6), rect(x + 4, y + 78, 18, 62, 6)),
  inked(shirt, 4, `M${x - 34} ${y + 96}q-6-72 34-72t34 72Z`),
  area('#6d4c41', ellipse(x, y, 24, 27)),
];

/** A person in front of two doors. */
const doors: Drawing = {
  title: 'Two doors',
  height: 420,
  background: '#cdb4db',
  areas: [
    area('#a58bb8', rect(0, 330, 480, 90)),
    inked(paper, 4, rect(26, 22, 196, 92, 10), rect(258, 22, 196, 92, 10)),
    inked('#e76f51', 5, rect(66, 130, 116, 202)),
    inked('#2a9d8f', 5, rect(298, 130, 116, 202)),
    inked('#f4a261', 3, rect(82, 146, 84, 70, 4), rect(82, 232, 84, 84, 4)),
    inked('#7fcdbb', 3, rect(314, 146, 84, 70, 4), rect(314, 232, 84, 84, 4)),
    inked('#ffd166', 3, ellipse(170, 236, 7), ellipse(310, 236, 7)),
    area('#8f76a3', ellipse(240, 398, 60, 10)),
    ...person(240, 258, '#ffd166'),
    line(5, 'M196 214q8-18 24-22M284 214q-8-18-24-22'),
  ],
  top: { x: 36, y: 28, width: 176, height: 80 },
  bottom: { x: 268, y: 28, width: 176, height: 80 },
};

/** An iceberg, mostly under water. */
const iceberg: Drawing = {
  title: 'Iceberg',
  height: 640,
  background: '#caf0f8',
  areas: [
    area('#0077b6', rect(0, 232, 480, 408)),
    area('#023e8a', 'M0 430q120 30 240 0t240 0v210H0Z'),
    inked('#ffffff', 5, polygon(132, 232, 168, 148, 214, 166, 258, 92, 306, 140, 336, 232)),
    area('#dff3fb', polygon(258, 92, 306, 140, 336, 232, 262, 232, 276, 166)),
    inked('#d7f0fa', 5, polygon(70, 236, 412, 236, 440, 330, 396, 430, 408, 500, 288, 604, 190, 560, 96, 470, 44, 344)),
    area('#c0e4f4', polygon(412, 236, 440, 330, 396, 430, 408, 500, 288, 604, 330, 470, 372, 360)),
    line(5, 'M0 234q30-14 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0'),
    inked('#e63946', 4, 'M392 214h66l-14 24h-40Z'),
    inked(paper, 3, polygon(424, 156, 424, 206, 454, 206)),
  ],
  top: { x: 24, y: 18, width: 432, height: 70 },
  bottom: { x: 92, y: 268, width: 270, height: 190 },
};

/** A balance that tips to the left. */
const balance: Drawing = {
  title: 'Balance',
  height: 420,
  background: '#e9edc9',
  areas: [
    area('#ccd5ae', rect(0, 372, 480, 48)),
    inked('#6c757d', 5, polygon(230, 112, 250, 112, 258, 358, 222, 358), rect(160, 354, 160, 26, 10)),
    line(9, 'M112 168L368 72'),
    inked('#ffd166', 5, ellipse(240, 120, 17)),
    line(3, 'M112 168L38 306M112 168L186 306M368 72L312 184M368 72L424 184'),
    inked('#d4a373', 5, rect(30, 212, 164, 92, 8)),
    inked('#faedcd', 5, rect(304, 110, 128, 74, 8)),
    inked('#adb5bd', 5, 'M22 306h180q-14 36-90 36t-90-36Z', 'M296 186h144q-12 28-72 28t-72-28Z'),
  ],
  top: { x: 36, y: 218, width: 152, height: 80 },
  bottom: { x: 309, y: 114, width: 118, height: 66 },
};

/** A robot that talks, and a chick that answers. */
const robot: Drawing = {
  title: 'The robot explains',
  height: 420,
  background: '#e0fbfc',
  areas: [
    area('#c2dfe3', rect(0, 352, 480, 68)),
    line(5, 'M112 128V96'),
    inked('#e63946', 4, ellipse(112, 88, 11)),
    inked('#98c1d9', 5, rect(50, 128, 124, 94, 20)),
    inked(ink, 4, rect(66, 146, 92, 56, 16)),
    area('#7bf1a8', ellipse(92, 170, 9), ellipse(132, 170, 9), 'M92 186h40q-6 10-20 10t-20-10Z'),
    inked('#98c1d9', 5, rect(62, 234, 100, 96, 14), rect(26, 240, 26, 78, 13), rect(172, 240, 26, 78, 13)),
    inked('#ffd166', 4, ellipse(90, 264, 9), ellipse(90, 296, 9)),
    inked(paper, 4, rect(112, 252, 36, 54, 5)),
    inked('#3d5a80', 5, rect(70, 332, 30, 36, 6), rect(124, 332, 30, 36, 6)),
    inked(paper, 5, 'M232 40h210q16 0 16 16v116q0 16-16 16H232q-16 0-16-16v-14l-34 8 34-44V56q0-16 16-16Z'),
    inked('#ffd166', 5, ellipse(414, 352, 40, 36), ellipse(404, 300, 28, 26)),
    inked('#f3722c', 4, polygon(378, 298, 356, 306, 379, 314)),
    area(ink, ellipse(394, 294, 4.5)),
    line(4, 'M402 388v16M426 388v16M410 352q20 14 30-8'),
    ...only(
      'bottom',
      inked(paper, 5, 'M222 244h108q14 0 14 14v24l14 14-14 2v16q0 14-14 14H222q-14 0-14-14v-56q0-14 14-14Z'),
    ),
  ],
  top: { x: 226, y: 48, width: 224, height: 130 },
  bottom: { x: 214, y: 250, width: 124, height: 72 },
};

/** A small person in front of a mountain. */
const mountain: Drawing = {
  title: 'The mountain',
  height: 600,
  background: '#ffcdb2',
  areas: [
    area('#ffe8a3', ellipse(376, 96, 52)),
    area('#e5989b', polygon(-20, 470, 120, 210, 250, 470), polygon(270, 470, 400, 180, 520, 470)),
    inked('#b5838d', 5, polygon(8, 520, 226, 66, 462, 520)),
    inked('#ffffff', 5, polygon(226, 66, 362, 327, 318, 300, 286, 346, 238, 304, 196, 350, 158, 306, 102, 324)),
    area('#6d6875', 'M0 520q120-40 240-6t240-10v96H0Z'),
    inked('#e63946', 4, rect(372, 484, 26, 36, 8)),
    inked('#ffd166', 4, rect(352, 480, 22, 32, 8)),
    area('#f4c095', ellipse(386, 470, 13)),
    area(ink, rect(374, 518, 9, 24, 3), rect(388, 518, 9, 24, 3), 'M372 466q2-16 16-14q14 0 12 12Z'),
    line(4, 'M412 488L420 544'),
    ...only(
      'bottom',
      inked(paper, 4, 'M52 508h256q12 0 12 12v10l30-18-30 40v12q0 12-12 12H52q-12 0-12-12v-44q0-12 12-12Z'),
    ),
  ],
  top: { x: 92, y: 358, width: 270, height: 104 },
  bottom: { x: 50, y: 513, width: 260, height: 58 },
};

const face = (x: number, y: number, mouth: string): Area[] => [
  inked('#ffd166', 5, ellipse(x, y, 64)),
  area(ink, ellipse(x - 22, y - 14, 7, 9), ellipse(x + 22, y - 14, 7, 9)),
  line(6, mouth),
];

/** A good day above, a bad one below. */
const moods: Drawing = {
  title: 'Sun and rain',
  height: 480,
  background: '#ffffff',
  areas: [
    area('#8ecae6', rect(0, 0, 200, 240)),
    line(6, 'M100 34V12M100 228v-20M12 120h20M168 120h20M40 60L26 46M160 60l14-14M40 180l-14 14M160 180l14 14'),
    ...face(100, 120, 'M70 132q30 38 60 0'),
    area('#6c757d', rect(0, 240, 200, 240)),
    ...face(100, 372, 'M74 402q26-28 52 0'),
    inked('#dee2e6', 5, 'M36 322c-22-2-24-34 2-38c0-30 46-36 56-14c20-22 62-8 58 18c24 2 24 32 2 34Z'),
    {
      ...line(5, 'M30 344l-8 22M180 344l-8 22M34 400l-8 22M184 400l-8 22M30 446l-6 16M174 446l-6 16'),
      stroke: '#8ecae6',
    },
    line(5, 'M200 0V480M0 240H480'),
  ],
  top: { x: 216, y: 16, width: 248, height: 208 },
  bottom: { x: 216, y: 256, width: 248, height: 208 },
};

/** A rocket and a snail. */
const race: Drawing = {
  title: 'Rocket and snail',
  height: 420,
  background: '#fefae0',
  areas: [
    area('#3a0ca3', rect(0, 0, 480, 210)),
    area(
      '#ffd166',
      ellipse(36, 40, 4),
      ellipse(448, 30, 5),
      ellipse(300, 24, 3),
      ellipse(440, 180, 4),
      ellipse(20, 176, 3),
    ),
    area('#f3722c', 'M92 72L12 106L92 140Z'),
    area('#ffd166', 'M92 86L44 106L92 126Z'),
    inked('#e63946', 5, polygon(96, 66, 66, 32, 150, 56), polygon(96, 146, 66, 180, 150, 156)),
    inked('#edf2f4', 5, 'M92 52H350q76 10 104 54q-28 44-104 54H92Z'),
    inked('#e63946', 5, 'M372 56q56 14 82 50q-26 36-82 50Z'),
    area('#80b918', rect(0, 372, 480, 48)),
    inked('#f4c095', 5, 'M40 374q20-22 60-20h260q30 0 34-34l2-46q22-14 34 8q6 92-52 92Z'),
    line(4, 'M408 272l-8-30M420 272l12-28'),
    area(ink, ellipse(399, 240, 6), ellipse(433, 242, 6), ellipse(416, 290, 3.5)),
    line(3, 'M412 308q10 4 16-4'),
    inked('#ddb892', 5, 'M76 358q-10-124 128-124t128 124Z'),
    line(4, 'M58 300q-8-56 28-78'),
  ],
  top: { x: 112, y: 60, width: 244, height: 92 },
  bottom: { x: 112, y: 258, width: 184, height: 92 },
};

/** All drawings, by their values of the field `template`. */
export const drawings = { board, cat, crossroads, doors, iceberg, balance, robot, mountain, moods, race } as const;
