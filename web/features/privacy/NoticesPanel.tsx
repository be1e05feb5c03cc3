export default function NoticesPanel() {
  return null;
}
