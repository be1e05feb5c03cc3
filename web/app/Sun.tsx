/** A morning: drawn here, as the one of Blueprint weighs as much as a screen’s entry. */
export const Sun = ({ size = 16 }: { size?: number }) => (
  <svg
    viewBox="0 0 16 16"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <circle cx="8" cy="8" r="2.5" />
    <path d="M8 1v1m0 12v1M1 8h1m12 0h1M3 3l.7.7m8.6 8.6.7.7m0-10-.7.7m-8.6 8.6-.7.7" />
  </svg>
);
