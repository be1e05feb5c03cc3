/** A car on its way past a house and a shop. */
export const RoadPicture = () => (
  <svg className="picture card-picture" viewBox="0 0 560 240" aria-hidden="true" focusable="false">
    <circle className="sun" cx="128" cy="86" r="40" />
    <path className="hill-far" d="M0 190C80 158 160 150 250 172C350 196 440 140 560 150V240H0Z" />
    <path className="hill" d="M0 206C120 184 240 190 330 194C430 198 500 184 560 182V240H0Z" />
    <path className="wall" d="M88 142h104v58H88Z" />
    <path className="window" d="M104 156h20v20h-20ZM156 156h20v20h-20Z" />
    <path className="door" d="M132 164h16v36h-16Z" />
    <path className="roof" d="M66 146l34-44h80l34 44Z" />
    <path className="gable" d="M126 102l14-17l14 17Z" />
    <path className="roof-line" d="M88 118h104M78 132h124" />
    <path className="wall" d="M376 120h120v80H376Z" />
    <path className="awning" d="M366 118h140l8 26H358Z" />
    <path className="awning-stripe" d="M394 118h20l-4 26h-26ZM438 118h20l6 26h-26Z" />
    <path className="window" d="M392 154h48v30h-48Z" />
    <path className="door" d="M456 154h22v46h-22Z" />
    <path className="road" d="M0 200h560v40H0Z" />
    <path
      className="road-line"
      d="M20 222h44M104 222h44M188 222h44M272 222h44M356 222h44M440 222h44M524 222h36"
    />
    <path
      className="car"
      d="M218 200v-16c0-8 4-12 12-13l16-3c6-14 12-24 26-24h36c14 0 22 10 32 25l18 4c8 2 10 6 10 13v14Z"
    />
    <path
      className="car-glass"
      d="M258 168c4-10 8-16 16-16h14v16ZM296 152h12c8 0 14 6 20 16h-32Z"
    />
    <circle className="wheel" cx="252" cy="201" r="14" />
    <circle className="wheel" cx="334" cy="201" r="14" />
    <circle className="hub" cx="252" cy="201" r="5" />
    <circle className="hub" cx="334" cy="201" r="5" />
  </svg>
);
