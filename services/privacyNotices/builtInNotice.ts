import type { NoticeText } from '@insuremanager/contracts/privacyNotices/noticeFields';

/** Version 1: what is shown until the agency has published a text of its own. It names no agency. */
export const BUILT_IN_NOTICE: NoticeText = {
  enData:
    'Your name, phone number, email, address and date of birth; your Aadhaar number, your PAN and copies of the documents that show who you are; what you tell us about the persons or the vehicle to be insured; and the policies and quotations that we arrange for you.',
  enPurposes:
    'With your consent we remind you by email, SMS or WhatsApp before a policy ends, and send you quotations by email. You choose each of these by itself, and may refuse all of them: your policies stay as they are.\nOtherwise we use your data only to arrange and service the insurance that you ask for, and keep it for as long as the law demands.',
  enWithdrawal:
    'You can withdraw any consent at any time, as easily as you gave it: tell any of us in person, by phone, by letter or by email. We record it at once, and send you nothing more of the kind.\nIn the same way you can ask which data we hold about you, have it corrected, completed or erased, and name somebody who acts for you when you cannot.',
  enComplaints:
    'If you are not content with how we handle your data, tell our office first: in person, by phone, by letter or by email. We will answer you. If that does not settle it, you can complain to the Data Protection Board of India.',

  mlData:
    'താങ്കളുടെ പേര്, ഫോൺ നമ്പർ, ഇമെയിൽ, വിലാസം, ജനനത്തീയതി; ആധാർ നമ്പർ, പാൻ, തിരിച്ചറിയൽ രേഖകളുടെ പകർപ്പുകൾ; ഇൻഷുർ ചെയ്യേണ്ട വ്യക്തികളെയോ വാഹനത്തെയോ കുറിച്ച് താങ്കൾ നൽകുന്ന വിവരങ്ങൾ; താങ്കൾക്കായി ഞങ്ങൾ തയ്യാറാക്കുന്ന പോളിസികളും ക്വട്ടേഷനുകളും.',
  mlPurposes:
    'താങ്കളുടെ സമ്മതത്തോടെ, പോളിസി അവസാനിക്കുന്നതിനു മുമ്പ് ഇമെയിൽ, എസ്.എം.എസ്. അല്ലെങ്കിൽ വാട്സാപ്പ് വഴി ഞങ്ങൾ ഓർമ്മപ്പെടുത്തും; ക്വട്ടേഷനുകൾ ഇമെയിലിൽ അയയ്ക്കും. ഓരോന്നും താങ്കൾക്ക് പ്രത്യേകം തിരഞ്ഞെടുക്കാം; എല്ലാം വേണ്ടെന്നും പറയാം. അതുകൊണ്ട് താങ്കളുടെ പോളിസികൾക്ക് മാറ്റമൊന്നും വരില്ല.\nഇതല്ലാതെ, താങ്കൾ ആവശ്യപ്പെടുന്ന ഇൻഷുറൻസും അതിന്റെ സേവനങ്ങളും നൽകാൻ മാത്രമേ ഞങ്ങൾ ഈ വിവരങ്ങൾ ഉപയോഗിക്കൂ; നിയമം ആവശ്യപ്പെടുന്ന കാലം വരെ അവ സൂക്ഷിക്കും.',
  mlWithdrawal:
    'നൽകിയ സമ്മതം എപ്പോൾ വേണമെങ്കിലും, നൽകിയതുപോലെ തന്നെ എളുപ്പത്തിൽ പിൻവലിക്കാം: ഞങ്ങളിൽ ആരോടെങ്കിലും നേരിട്ടോ ഫോണിലൂടെയോ കത്തിലൂടെയോ ഇമെയിലിലൂടെയോ പറഞ്ഞാൽ മതി. ഞങ്ങൾ അത് ഉടൻ രേഖപ്പെടുത്തും; പിന്നീട് അത്തരം സന്ദേശങ്ങൾ അയയ്ക്കില്ല.\nതാങ്കളെക്കുറിച്ച് ഞങ്ങൾ സൂക്ഷിക്കുന്ന വിവരങ്ങൾ ഏതെന്നു ചോദിക്കാനും, അവ തിരുത്താനോ പൂർത്തിയാക്കാനോ മായ്ക്കാനോ ആവശ്യപ്പെടാനും, താങ്കൾക്കു കഴിയാത്തപ്പോൾ താങ്കൾക്കുവേണ്ടി പ്രവർത്തിക്കാൻ ഒരാളെ നിർദ്ദേശിക്കാനും ഇതേ രീതിയിൽ കഴിയും.',
  mlComplaints:
    'താങ്കളുടെ വിവരങ്ങൾ ഞങ്ങൾ കൈകാര്യം ചെയ്യുന്ന രീതിയിൽ പരാതിയുണ്ടെങ്കിൽ ആദ്യം ഞങ്ങളുടെ ഓഫീസിൽ നേരിട്ടോ ഫോണിലൂടെയോ കത്തിലൂടെയോ ഇമെയിലിലൂടെയോ അറിയിക്കുക. ഞങ്ങൾ മറുപടി നൽകും. അതുകൊണ്ട് പരിഹാരമായില്ലെങ്കിൽ ഡാറ്റ പ്രൊട്ടക്ഷൻ ബോർഡ് ഓഫ് ഇന്ത്യയിൽ പരാതിപ്പെടാം.',

  hiData:
    'आपका नाम, फ़ोन नंबर, ईमेल, पता और जन्मतिथि; आपका आधार नंबर, पैन और पहचान दिखाने वाले दस्तावेज़ों की प्रतियाँ; जिन व्यक्तियों या वाहन का बीमा होना है, उनके बारे में आपकी दी हुई जानकारी; और वे पॉलिसियाँ तथा कोटेशन जिनकी व्यवस्था हम आपके लिए करते हैं।',
  hiPurposes:
    'आपकी सहमति से हम पॉलिसी समाप्त होने से पहले आपको ईमेल, एसएमएस या व्हाट्सऐप से याद दिलाते हैं और कोटेशन ईमेल से भेजते हैं। आप इनमें से हर एक को अलग-अलग चुन सकते हैं, और सबके लिए मना भी कर सकते हैं: आपकी पॉलिसियाँ वैसी ही रहेंगी।\nइसके अलावा हम आपकी जानकारी का उपयोग केवल आपके माँगे हुए बीमे और उसकी सेवाओं के लिए करते हैं, और उसे उतने समय तक रखते हैं जितना क़ानून कहता है।',
  hiWithdrawal:
    'आप कोई भी सहमति किसी भी समय उतनी ही आसानी से वापस ले सकते हैं जितनी आसानी से दी थी: हममें से किसी को भी बता दें: स्वयं मिलकर, फ़ोन, पत्र या ईमेल से। हम उसे तुरंत दर्ज करेंगे और उस तरह का कोई और संदेश नहीं भेजेंगे।\nइसी तरह आप पूछ सकते हैं कि आपके बारे में हमारे पास कौन-सी जानकारी है, उसे ठीक करवा सकते हैं, पूरा करवा सकते हैं या मिटवा सकते हैं, और किसी ऐसे व्यक्ति को नामित कर सकते हैं जो आपके असमर्थ होने पर आपकी ओर से काम करे।',
  hiComplaints:
    'यदि आप इससे संतुष्ट नहीं हैं कि हम आपकी जानकारी कैसे संभालते हैं, तो पहले हमारे कार्यालय को बताएँ: स्वयं मिलकर, फ़ोन, पत्र या ईमेल से। हम आपको उत्तर देंगे। यदि उससे समाधान न हो, तो आप भारतीय डेटा संरक्षण बोर्ड से शिकायत कर सकते हैं।',
};
