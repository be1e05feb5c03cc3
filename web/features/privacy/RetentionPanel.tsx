export default function RetentionPanel() {
  return null;
}
