import { Palm, PalmCrown } from './Palm';

/** Strokes on the water: x, y, length. */
const RIPPLES = [
  [70, 640, 120],
  [230, 668, 60],
  [40, 716, 90],
  [560, 622, 90],
  [600, 742, 150],
  [200, 762, 170],
  [860, 716, 120],
  [1010, 752, 190],
  [1060, 704, 60],
  [1270, 764, 120],
  [470, 786, 70],
  [760, 778, 60],
] as const;

/** Under the sun: they widen towards the viewer. */
const GLITTER = [
  [985, 604, 90],
  [972, 620, 60],
  [1000, 636, 100],
] as const;

const strokes = (lines: readonly (readonly [number, number, number])[]): string =>
  lines.map(([x, y, length]) => `M${x} ${y}h${length}`).join('');

/** The scene behind the first words: a house, a boat and a canoe on the backwaters. */
export const Backwaters = () => (
  <svg
    className="picture backwaters"
    viewBox="0 0 1440 800"
    preserveAspectRatio="xMaxYMax slice"
    aria-hidden="true"
    focusable="false"
  >
    <defs>
      <PalmCrown />
    </defs>
    <circle className="sun" cx="985" cy="352" r="118" />
    <path className="cloud" d="M820 404h176M928 428h230M846 452h120M1022 380h120" />
    <path
      className="bird"
      d="M812 214q12-12 20 0q8-12 20 0M884 250q9-9 15 0q6-9 15 0M796 266q7-7 12 0q5-7 12 0"
    />
    <path
      className="hill-far"
      d="M300 590C420 560 470 520 560 516C650 512 690 470 770 456C850 442 900 500 980 486C1070 470 1130 396 1220 398C1310 400 1370 452 1440 470V600H300Z"
    />
    <path
      className="hill"
      d="M0 596V566C90 548 190 552 290 566C420 584 500 560 600 548C720 534 790 556 890 560C1000 564 1080 500 1190 496C1290 492 1370 520 1440 512V600H0Z"
    />
    <Shore />
    <rect className="water" y="590" width="1440" height="210" />
    <path className="glitter" d={strokes(GLITTER)} />
    <path className="ripple" d={strokes(RIPPLES)} />
    <Bank />
    <Houseboat />
    <Canoe />
  </svg>
);

/** The other side: groves, and palms over them. */
const Shore = () => (
  <g>
    <g className="far-palms">
      <Palm foot={[96, 592]} crown={[84, 500]} size={0.36} swing={-6} />
      <Palm foot={[150, 592]} crown={[168, 522]} size={0.3} swing={6} />
      <Palm foot={[668, 592]} crown={[682, 514]} size={0.32} swing={8} />
      <Palm foot={[716, 592]} crown={[708, 536]} size={0.25} swing={-4} />
      <Palm foot={[40, 592]} crown={[28, 536]} size={0.26} swing={-4} />
    </g>
    <path
      className="grove"
      d="M0 594V566q18-16 36 0q14-22 40-6q16-14 34 2q22-18 44 2q18-10 30 6q22-14 40 4q26-12 44 6q30-8 50 6q26-10 46 4q30-10 56 2q24-22 48-6q18-24 46-6q20-18 42 4q22-14 40 6q28-10 50 4q30-8 56 4q40-8 70 4q36-12 56 2q30-10 46 2V594Z"
    />
  </g>
);

const Bank = () => (
  <g>
    <Palm foot={[1052, 650]} crown={[1020, 424]} size={0.72} swing={-26} />
    <path
      className="bank-edge"
      d="M930 656C1010 636 1130 634 1230 636C1320 638 1390 630 1440 626V704C1340 700 1180 704 1080 690C1010 682 950 672 930 656Z"
    />
    <path
      className="bank"
      d="M930 656C1000 628 1120 626 1230 628C1320 630 1390 622 1440 618V684C1340 688 1180 690 1080 678C1010 670 950 668 930 656Z"
    />
    <House />
    <Palm foot={[1362, 662]} crown={[1318, 236]} size={1.12} swing={-58} />
    <Palm foot={[1404, 668]} crown={[1418, 330]} size={0.94} swing={40} />
    <path
      className="grass"
      d="M1330 676q4-22 14-30q-4 18 2 30q6-24 18-32q-6 18-2 32q10-18 20-22q-8 12-8 24ZM962 658q3-16 10-22q-2 12 2 22q6-14 14-18q-6 10-4 20Z"
    />
  </g>
);

/** One storey under a wide roof of tiles with a gable, as old houses of Kerala have. */
const House = () => (
  <g>
    <path className="wall" d="M1108 570h186v72h-186Z" />
    <path className="wall-shade" d="M1108 570h186v13h-186Z" />
    <path className="window" d="M1128 594h30v26h-30ZM1244 594h30v26h-30Z" />
    <path className="door" d="M1186 592h30v50h-30Z" />
    <path
      className="column"
      d="M1098 572h7v72h-7ZM1168 572h6v72h-6ZM1228 572h6v72h-6ZM1297 572h7v72h-7Z"
    />
    <path className="step" d="M1088 640h226v8h-226ZM1174 648h54v7h-54Z" />
    <path className="roof" d="M1060 576L1134 494H1268L1342 576Z" />
    <path className="roof-line" d="M1116 516h170M1096 537h210M1077 558h248" />
    <path className="gable" d="M1146 540L1201 470L1256 540Z" />
    <path className="screen" d="M1168 540L1201 498L1234 540Z" />
    <path className="roof-line" d="M1190 540v-26M1201 540v-38M1212 540v-26M1201 470v-12" />
  </g>
);

/** A kettuvallam: a rice barge under a roof of woven palm leaves. */
const Houseboat = () => (
  <g>
    <path className="reflection" d="M612 700h330M650 712h240M700 724h150" />
    <path
      className="thatch"
      d="M652 668V640C652 604 676 592 706 590H822C850 592 868 606 872 634V668Z"
    />
    <path className="thatch-light" d="M872 668V628C888 612 906 622 914 668Z" />
    <path
      className="thatch-line"
      d="M690 592c-10 24-10 50-8 76M734 590c-4 24-4 52-4 78M778 590c2 24 2 52 2 78M820 592c8 24 10 50 10 76M654 626h216"
    />
    <path
      className="window"
      d="M696 634q0-10 10-10h8q10 0 10 10v18h-28ZM742 634q0-10 10-10h8q10 0 10 10v18h-28ZM788 634q0-10 10-10h8q10 0 10 10v18h-28Z"
    />
    <path
      className="hull"
      d="M574 640C596 660 620 666 652 666H884C922 666 952 656 976 628C972 672 946 698 888 698H664C614 698 588 680 574 640Z"
    />
    <path className="hull-line" d="M600 672C620 680 640 681 664 681H884C916 681 940 674 956 660" />
  </g>
);

/** Somebody on the way, under an umbrella. */
const Canoe = () => (
  <g>
    <path className="reflection" d="M316 738h210M350 750h130" />
    <path className="person" d="M404 716c-2-26 4-44 20-44c17 0 24 18 22 44Z" />
    <circle className="skin" cx="424" cy="660" r="11" />
    <path className="pole" d="M440 690L446 578" />
    <path
      className="umbrella"
      d="M362 644C366 602 402 578 448 582C494 586 524 616 522 658C514 646 500 644 491 654C482 642 466 640 457 650C448 638 432 636 423 646C414 634 400 632 391 642C382 634 370 634 362 644Z"
    />
    <path
      className="umbrella-line"
      d="M448 582C420 596 404 614 391 642M448 582C438 600 428 620 423 646M448 582C456 602 458 624 457 650M448 582C474 600 486 622 491 654"
    />
    <path
      className="hull"
      d="M286 696C330 716 380 720 424 720C474 720 524 712 566 684C552 722 510 738 430 738C352 738 306 726 286 696Z"
    />
  </g>
);
