/** The product's sign: a shield with a tick. */
export const BrandMark = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="#0c6b62" />
    <path
      d="M16 6.5 24 9.6v6.1c0 5-3.4 8.3-8 9.8-4.6-1.5-8-4.8-8-9.8V9.6z"
      fill="none"
      stroke="#fff"
      strokeWidth="2.2"
      strokeLinejoin="round"
    />
    <path
      d="m12.3 15.9 2.7 2.7 4.8-5.2"
      fill="none"
      stroke="#7fe3d4"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
