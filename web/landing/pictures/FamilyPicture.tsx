/** Three people under one umbrella. */
export const FamilyPicture = () => (
  <svg className="picture card-picture" viewBox="0 0 560 240" aria-hidden="true" focusable="false">
    <circle className="sun" cx="432" cy="92" r="44" />
    <path className="hill-far" d="M0 214C90 176 170 172 250 190C340 210 420 166 560 176V240H0Z" />
    <path className="hill" d="M0 226C120 204 220 208 320 214C420 220 500 206 560 204V240H0Z" />
    <path
      className="umbrella"
      d="M150 118C154 66 210 34 286 34C362 34 418 66 422 118C411 104 388 104 377 118C366 104 343 104 332 118C321 104 298 104 286 118C274 104 251 104 240 118C229 104 206 104 195 118C184 104 161 104 150 118Z"
    />
    <path
      className="umbrella-line"
      d="M286 34C240 50 210 80 195 118M286 34C262 56 246 84 240 118M286 34C310 56 326 84 332 118M286 34C332 50 362 80 377 118M286 34V118"
    />
    <path className="pole" d="M286 118V204" />
    <g>
      <circle className="skin" cx="318" cy="142" r="14" />
      <path
        className="hair"
        d="M303 144c-2-20 8-24 16-24s16 6 14 24c-4-10-10-14-15-14s-11 4-15 14Z"
      />
      <path className="garment-gold" d="M290 222c0-40 8-62 28-62s32 22 34 62Z" />
      <circle className="skin" cx="372" cy="168" r="11" />
      <path className="garment-light" d="M350 222c0-28 8-41 22-41s20 13 20 41Z" />
      <circle className="skin" cx="236" cy="138" r="15" />
      <path
        className="garment-teal"
        d="M204 222c0-42 8-66 32-66c12 0 22 6 27 16l22 6q7 3 5 9q-2 6-9 4l-15-4q2 16 2 35Z"
      />
    </g>
    <path className="ground" d="M120 222h332" />
  </svg>
);
