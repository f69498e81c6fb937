import { fold } from '#server/platform/passwords/notorious/fold.ts'

/** Given names, surnames and names of pets that people call their passwords after. */
export const commonNames: readonly string[] = [
  `aaron adam adrian alan albert alberto alejandro alex alexander alexandra alexis alfred alfredo alice
   alicia alina alison allison amanda amber amelia amy ana anastasia andre andrea andreas andrei andrew
   andrey andy angela angelica angelina angelo anita anna anne annie anthony antonio ariel arthur ashley
   ashton austin barbara barney beatriz becky bella ben benjamin bernard betty bianca bill billy bob bobby
   brad bradley brandon brandy brenda brian brianna britney brittany brooke bruce bryan buddy buster caleb
   calvin camila cameron carla carlos carmen carol carolina caroline casey cassandra cassie catherine
   cecilia charles charlie charlotte cheyenne chester chloe chris christian christina christine christopher
   cindy claire claudia cody colin connor corey courtney craig cristian cristina crystal cynthia dakota dan
   dana daniel daniela danielle danny dave david dean debbie denise dennis derek diana diego dmitry dominic
   donald donna dorothy douglas dustin dylan eddie edgar eduardo edward elena eli elizabeth ella ellen emily
   emma eric erica erika erik ethan eva evan evelyn fabio fatima felipe felix fernanda fernando fiona
   florian frances francesca francesco francis francisco frank frankie fred freddy frederic gabriel gabriela
   gabriella gary gavin george georgia gerald gina giovanni gloria gordon graham greg gregory guillermo
   gustavo hannah hans harold harry heather hector helen helena henry holly howard hugo ian igor irina isaac
   isabel isabella ivan jack jackie jackson jacob jacqueline jake james jamie jan jane janet janice jared
   jasmin jason javier jay jean jeff jeffrey jenna jennifer jenny jeremy jerome jerry jesse jessica jessie
   jill jim jimmy joan joanna joe joel johan johanna john johnny johnson jon jonathan jorge jose joseph josh
   joshua juan judith judy julia julian juliana julie julien juliet justin karen karina karl karla kate
   katherine kathleen kathryn kathy katie katrina kayla keith kelly kelsey ken kenneth kenny kevin kim
   kimberly kirill klaus kristen kristin kristina kyle lara larry laura lauren laurence lee lena leo leon
   leonardo leslie liam linda lindsay lindsey lisa logan lorena lorenzo louis louise lucas lucia lucy luis
   luisa luke madison maggie marc marcel marcela marco marcos marcus margaret maria mariah mariana marie
   marina marissa mark marlene marta martha martin martina mary mason mathew matt matteo matthew maurice max
   maximus maxwell megan melanie melissa melvin mia micah michael michaela michel michelle miguel mike
   mikhail milena mitchell mohamed mohammed molly monica monika morgan muhammad nadia nancy naomi natalia
   natalie natasha nathan nathaniel neil nelson nicholas nick nicolas nicole nikita nikki nikolai nina noah
   nora norman oleg olga oliver olivia omar oscar owen pablo pamela parker pascal patricia patrick paul
   paula paulo pedro penny peter petra philip phillip pierre preston rachel rafael ralph ramon randy raul
   ray raymond rebecca regina renata rene ricardo richard rick ricky riley rita robert roberta roberto robin
   rodney rodrigo roger roland roman ronald ronnie rosa rosario ross roxanne roy ruby russell ruth ryan
   sabrina sally salvador sam samantha samuel sandra sandy sara sarah savannah scooter scott sean sebastian
   serena serge sergei sergey sergio shane shannon sharon shawn sheila shelby sheng sherry sierra silvia
   simon simone sofia sonia sophia sophie spencer stacey stacy stanley stefan stefanie stephanie stephen
   steve steven stewart susan suzanne sylvia tamara tania tanya tara tatiana taylor teddy teresa terry theo
   theresa thomas tiffany tim timothy tina toby todd tom tommy tony tracy travis trevor trinity tristan
   tyler valentina valentin valeria valerie vanessa vera veronica vicki vicky victor victoria vincent viktor
   vladimir walter wanda warren wayne wendy wesley whitney will william willie wilson winston xavier yolanda
   yuri yvonne zachary zoe`,
  // As they are written in Latin letters, from Asia and the Arabic world.
  `ahmed ahmad ali hassan hussein ibrahim khaled khalid mahmoud mustafa omer osman yusuf aisha fatma maryam
   mehmet emre murat ayse zeynep amit anil anjali arjun deepak ganesh lakshmi mahesh manish neha pooja
   prakash priya rahul raj rajesh ravi sachin sanjay shiva singh suresh vijay vishal agung andi ayu budi
   dewi putra putri rizki sari siti wahyu nguyen nguyet anh duc hung huong linh long minh phuong thanh thao
   trang tran tuan somchai akira haruka hiroshi kenji naoki takashi tanaka yamada yuki yuko jihoon minho
   minjun seojun sujin zhang wang chen yang huang zhao zhou liu lin zhu guo luo gao zheng liang xie tang
   feng yuan deng jiang zhangwei wangwei zhangjie wangjing liuyang wanglei zhanglei liwei lijing xiaoming
   xiaoyu xiaofeng xiaowei yangyang jingjing weiwei maomao jiajia tiantian yuanyuan feifei shanshan mingming
   tingting huanhuan miaomiao qianqian xingxing lingling yingying mengmeng doudou xinxin dongdong chenchen
   zhuzhu jiaojiao wenwen meimei lili`,
  // And of animals at home.
  `bailey bandit boots brutus casper chewie cleopatra coco cooper cuddles diesel duke fido fluffy gizmo
   goldie jasper kiki lola luna milo misty muffin murphy nala oreo patches precious rascal rex romeo roxy
   rufus rusty sadie samson sasha sassy scooby scout sheba simba smokey snickers snowball sparky spike spot
   stella tank tinker tucker whiskers winnie ziggy zoey`,
]
  .flatMap((group) => group.split(/\s+/))
  .map(fold)
