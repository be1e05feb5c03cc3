/** Where the library's are heavy: what every screen begins with is counted by the byte. */
const icon =
  (outline: string) =>
  ({ size = 16 }: { size?: number }) => (
    <span className="bp6-icon">
      <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
        <path d={outline} fillRule="evenodd" />
      </svg>
    </span>
  );

export const PeopleIcon = icon(
  'M6 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM1 13.5c0-2.5 2.2-4 5-4s5 1.5 5 4zM11 8a2.6 2.6 0 0 0 1.3-4.9 4.6 4.6 0 0 1-1.6 4.8zM12.5 13.5H15c0-2.2-1.6-3.6-3.6-4 .8 1 1.1 2.4 1.1 4z',
);
export const PercentIcon = icon(
  'M12.3 2.3l1.4 1.4-10 10-1.4-1.4zM4.5 2a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zm0 1.8a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4zM11.5 9a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zm0 1.8a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4z',
);
export const RupeeIcon = icon(
  'M4 2h8v1.6H9.9c.3.4.5.9.6 1.4H12v1.6h-1.5C10.2 8.4 8.8 9.4 6.8 9.5L11 14H8.6L4.5 9.6V8h2c1.2 0 2-.5 2.3-1.4H4V5h4.8C8.5 4.1 7.7 3.6 6.5 3.6H4z',
);
